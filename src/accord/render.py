"""A report as files, and its charts; results as charts and tables."""

from accord._report.render.apa import methods as methods
from accord._report.render.charts import chart as chart, charts as charts
from accord._report.render.checklists import card as card, checklist as checklist
from accord._report.render.figures import figures as figures, write_report as write_report
from accord._report.render.latex import result_latex as result_latex
from accord._report.render.markdown import result_markdown as result_markdown
from accord._report.render.result_charts import plot as plot
from accord._report.render.result_files import write_result as write_result
from accord.lazy import suggesting as _suggesting

globals()["__getattr__"] = _suggesting(globals())
