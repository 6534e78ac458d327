import { ModelError } from './error.js';

export const LABELS = ['entailment', 'neutral', 'contradiction'] as const;
export type Label = (typeof LABELS)[number];

/** Which output of the model says what. */
export type LabelOrder = Readonly<Record<Label, number>>;

/**
 * Reads the order of the outputs by name, never by habit: published models differ in it.
 * @param id2label of config.json: number of the output → name
 * @param names the names in order, where the configuration gives them
 * @throws ModelError unless there are exactly the three labels of inference
 */
export function labelOrder(id2label: Readonly<Record<string, string>>, names?: readonly string[]): LabelOrder {
  const given = names ?? inOrder(id2label);
  const key = names === undefined ? 'NLI_MODEL_DIR' : 'NLI_LABELS';
  const known = given.map(labelOf);
  const shown = given.length === 0 ? 'no id2label' : given.join(', ');
  if (given.some((name) => /^label_\d+$/i.test(name))) {
    throw new ModelError(
      key,
      `its config.json names the outputs ${shown}, which says nothing; set NLI_LABELS to their meanings in order.`,
    );
  }
  if (given.length === 2) {
    throw new ModelError(
      key,
      `it has two labels (${shown}), so it can not tell a contradiction from what is unrelated; take one with three.`,
    );
  }
  if (given.length !== 3 || LABELS.some((label) => !known.includes(label))) {
    throw new ModelError(key, `it has the labels ${shown}; it must have exactly ${LABELS.join(', ')}.`);
  }
  const at = (label: Label) => known.indexOf(label);
  return { entailment: at('entailment'), neutral: at('neutral'), contradiction: at('contradiction') };
}

function inOrder(id2label: Readonly<Record<string, string>>): string[] {
  return Object.entries(id2label)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, name]) => name);
}

function labelOf(name: string): Label | undefined {
  const word = name.trim().toLowerCase();
  return LABELS.find((label) => label === word);
}
