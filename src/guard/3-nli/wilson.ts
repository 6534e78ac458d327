/** The 95 % interval of a share that was counted. Source: Wilson (1927), score interval without continuity correction. */
export function wilson(count: number, total: number): [number, number] {
  const z = 1.959964;
  const share = count / total;
  const scale = 1 + (z * z) / total;
  const centre = (share + (z * z) / (2 * total)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))) / scale;
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
