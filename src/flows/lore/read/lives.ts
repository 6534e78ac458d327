import type { Period, Unit } from '../../../core/period.js';
import type { LifeStatus } from '../../../core/record.js';
import type { StoryWindow } from '../../../core/story-time.js';
import { statusAt } from '../../../lore/existence.js';
import type { Recorded } from '../../../lore/recorded.js';

/** When something existed, and whether it did at a time. */
export interface ShownLife {
  status: LifeStatus;
  lives: StoryWindow[];
}

/** Of an event its time counts as its life. */
export function showLife(thing: string, recorded: Recorded, asked: Unit): ShownLife {
  return { status: statusAt(asked, existenceOf(thing, recorded)), lives: livesOf(thing, recorded) };
}

/** The same without asking whether it existed at a time. */
export function livesOf(thing: string, recorded: Recorded): StoryWindow[] {
  return existenceOf(thing, recorded).map((when) => recorded.shown(when, [], [thing]));
}

function existenceOf(thing: string, recorded: Recorded): Period[] {
  const time = recorded.entity(thing).type === 'Event' ? recorded.eventTime(thing) : null;
  return time === null ? recorded.existence(thing) : [time];
}
