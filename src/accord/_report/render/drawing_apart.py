"""What is run in a process of its own to draw: it imports vl_convert and nothing of accord.

One line of JSON comes in, with the folder that vl_convert was found in and what is wanted; what is
drawn goes out, each with its length before it, and what goes wrong is one line of text.
"""

import json
import sys
from typing import Any


def main() -> None:
    """Draw what the input asks for."""
    out, asked = sys.stdout.buffer, json.loads(sys.stdin.buffer.read())
    sys.path.append(asked["folder"])
    import vl_convert

    if "bundle" in asked:
        known = vl_convert.get_vegalite_versions()
        wanted = asked["bundle"] if asked["bundle"] in known else None
        bundle: Any = vl_convert.javascript_bundle  # its stub asks for more than it needs
        drawn = [bundle(vl_version=wanted).encode()]
    else:
        drawn = []
        for spec, format in asked["pictures"]:
            if format == "svg":
                drawn.append(vl_convert.vegalite_to_svg(spec).encode())
            elif format == "pdf":
                drawn.append(vl_convert.vegalite_to_pdf(spec))
            else:
                drawn.append(vl_convert.vegalite_to_png(spec, scale=asked["scale"]))
    for one in drawn:
        out.write(len(one).to_bytes(8, "big") + one)
    out.flush()


if __name__ == "__main__":
    main()
