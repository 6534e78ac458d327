/** What is known of a whole: each question, and the answer after it. */
const FACTS = Symbol('facts');

type Known = { readonly [FACTS]?: unknown[] };

/**
 * Makes a question about something that does not change one that is answered once for it, however often it is asked:
 * what is found by looking through a whole would take time quadratic in its parts if each of these asked for itself.
 * The few answers lie in the whole itself, where neither copies nor JSON see them. A WeakMap for each question would hold
 * them outside; but those of all claims at hand are large tables, through which each collection of garbage goes.
 */
export function oncePer<Whole extends object, Fact>(find: (whole: Whole) => Fact): (whole: Whole) => Fact {
  return (whole) => {
    const facts = (whole as Known)[FACTS];
    const at = facts === undefined ? -1 : facts.indexOf(find);
    if (facts !== undefined && at >= 0) return facts[at + 1] as Fact;
    const fact = find(whole);
    // While the answer was looked for, others may have been found.
    const known = (whole as Known)[FACTS];
    if (known === undefined) Object.defineProperty(whole, FACTS, { value: [find, fact] });
    else known.push(find, fact);
    return fact;
  };
}
