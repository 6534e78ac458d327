/**
 * Makes a question about something that does not change one that is answered once for it, however often it is asked:
 * what is found by looking through a whole would take time quadratic in its parts if each of these asked for itself.
 */
export function oncePer<Whole extends object, Fact>(find: (whole: Whole) => Fact): (whole: Whole) => Fact {
  const known = new WeakMap<Whole, { fact: Fact }>();
  return (whole) => {
    const before = known.get(whole);
    if (before !== undefined) return before.fact;
    const fact = find(whole);
    known.set(whole, { fact });
    return fact;
  };
}
