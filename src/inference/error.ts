/** A model that can't be used, and why: the setting to look at, and a sentence that says what to do. */
export class ModelError extends Error {
  readonly key: string;

  constructor(key: 'NLI' | 'NLI_MODEL_DIR' | 'NLI_MODEL_SHA256' | 'NLI_LABELS', message: string) {
    super(`${key}: ${message}`);
    this.key = key;
  }
}
