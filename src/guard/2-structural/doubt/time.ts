/** Classes of values that tell when. */
export const TIMES: ReadonlySet<string> = new Set(['date', 'day', 'month', 'season', 'time', 'weekday', 'year']);
