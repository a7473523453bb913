// What the tests put into a page; read by `tsc` only.

declare var axe: typeof import("axe-core");
declare var moved: number[];
