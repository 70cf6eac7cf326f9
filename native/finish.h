// From prices to a best alignment: only where the alignment is not paid for in full can it be
// improved, and only by groups that cost little more than they are paid.
#pragma once
#include "prices.h"
#include "solve.h"

Solution finished(const Block& block, const Prices& prices, int64_t states, Clock& clock);
