import { causeNotAfterEffect } from './cause-not-after-effect.js';
import { childHasOneMotherAndOneFather } from './child-has-one-mother-and-one-father.js';
import { itemInOnePlace } from './item-in-one-place.js';
import { maxTwoParents } from './max-two-parents.js';
import { noActOutsideLifespan } from './no-act-outside-lifespan.js';
import { noOverlappingKingdoms } from './no-overlapping-kingdoms.js';
import { oneConcurrentSpouse } from './one-concurrent-spouse.js';
import { oneHolderPerItem } from './one-holder-per-item.js';
import { oneLineagePerPerson } from './one-lineage-per-person.js';
import { oneRulerPerLocation } from './one-ruler-per-location.js';
import { parentOlderThanChild } from './parent-older-than-child.js';
import { regionInOneKingdom } from './region-in-one-kingdom.js';
import { spellNeedsLivingSystem } from './spell-needs-living-system.js';
import type { StarterRule } from './starter-rule.js';
import { titleExclusive } from './title-exclusive.js';

/** The rules that come with the program: a file each, beside a world that breaks it and one that holds to it in the tests. */
export const STARTER_RULES: readonly StarterRule[] = [
  noOverlappingKingdoms,
  oneRulerPerLocation,
  oneHolderPerItem,
  oneConcurrentSpouse,
  maxTwoParents,
  parentOlderThanChild,
  childHasOneMotherAndOneFather,
  noActOutsideLifespan,
  spellNeedsLivingSystem,
  regionInOneKingdom,
  causeNotAfterEffect,
  titleExclusive,
  oneLineagePerPerson,
  itemInOnePlace,
];
