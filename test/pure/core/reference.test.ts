import { describe, expect, it } from 'vitest';
import { mayStandFor, type Reference, referenceNamed } from '../../../src/core/reference.js';
import { lexicon } from '../../helpers/lexicon.js';

const { references } = lexicon;
const fits = (text: string, types: string[], gender: string | null = null) =>
  mayStandFor(referenceNamed(references, text) as Reference, { types, gender });

describe('a word that stands for what was spoken of', () => {
  it('is known in any case, with its article', () => {
    expect(referenceNamed(references, 'The City')).toBeDefined();
    expect(referenceNamed(references, 'HE')).toBeDefined();
    for (const name of ['Aldric', 'the city of Karth', '']) expect(referenceNamed(references, name)).toBeUndefined();
  });

  it('fits by gender, where one is recorded', () => {
    expect(fits('he', ['Person'], 'male')).toBe(true);
    expect(fits('he', ['Person'], 'female')).toBe(false);
    expect(fits('she', ['Person'])).toBe(true);
    expect(fits('he', ['Location'])).toBe(false);
  });

  it('fits by type, and by what a type of the project is a kind of', () => {
    expect(fits('it', ['Item'])).toBe(true);
    expect(fits('it', ['Person'])).toBe(false);
    expect(fits('the city', ['Location'])).toBe(true);
    expect(fits('the battle', ['Location'])).toBe(false);
    expect(fits('the sword', ['Airship', 'Item'])).toBe(true);
    expect(fits('they', ['Faction'])).toBe(true);
  });
});
