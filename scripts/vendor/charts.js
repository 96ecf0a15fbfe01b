// The charts that the report uses, and nothing else of ECharts: drawn as SVG, so that they print and scale.
import * as core from "echarts/core";
import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { SVGRenderer } from "echarts/renderers";

core.use([
  BarChart,
  CustomChart,
  LineChart,
  ScatterChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  SVGRenderer,
]);

export const init = core.init;
export const getInstanceByDom = core.getInstanceByDom;
export const graphic = core.graphic;
export const version = core.version;
