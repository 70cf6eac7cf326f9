# %% [markdown]
# # From codings to a sentence in the paper
#
# A notebook as a plain script: open it in Jupyter (with jupytext), VS Code or PyCharm, or run it.
# Three coders labelled dialogue acts; one of them tends to call everything a statement.

# %%
import accord

truth = accord.simulate.LabelModel(categories=("Stat", "IReq", "Check"), items=120).draw(rng=4)
careful = accord.simulate.shuffle(truth, {"noise": 0.15}, coders=2, rng=1).rows()
hasty = accord.simulate.shuffle(truth, {"noise": 0.2, "bias": 0.4}, coders=1, rng=2).rows()
study = accord.codings([*careful, *((item, "coder 3", label) for item, _, label in hasty)])
print(study)

# %% [markdown]
# Which measure? The study knows what it holds; `choose` says what suits it.

# %%
print(accord.choose(study).to_frame("pandas")[["measure", "verdict"]].head(3))

# %% [markdown]
# The number, its parts, and how sure it is.

# %%
alpha = accord.alpha(study, distance="nominal")
interval = accord.interval(study, accord.bound("alpha", distance="nominal"), resamples=1000)
print(alpha)
print(interval)

# %% [markdown]
# κ is a little higher than π: the coders use the categories in different proportions.

# %%
print(f"π = {accord.pi(study).value:.3f}, κ = {accord.kappa(study).value:.3f}")
print(f"bias B = {accord.labels.skew(study).bias:.4f}")

# %% [markdown]
# Who is it? Leave each coder out in turn.

# %%
table = accord.influence(study, "coder", accord.bound("alpha", distance="nominal"))
print(table)

# %% [markdown]
# What confuses them?

# %%
found = accord.breakdown(study, "category")
print(found)

# %% [markdown]
# The sentence for the paper.

# %%
report = accord.report(study, resamples=500)
print(report["methods"]["paragraph"])
