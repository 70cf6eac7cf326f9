"""A report as files, and its charts."""

from accord.report.render.charts import chart as chart, charts as charts
from accord.report.render.figures import figures as figures, write_report as write_report
