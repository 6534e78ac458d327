import type { Unit } from '../../../core/period.js';
import type { LifeStatus } from '../../../core/record.js';
import { type StoryWindow, storyWindow } from '../../../core/story-time.js';
import { statusAt } from '../../../lore/existence.js';
import type { Recorded } from '../../../lore/recorded.js';
import type { Question } from './question.js';

/** When something existed, and whether it did at a time. */
export interface ShownLife {
  status: LifeStatus;
  lives: StoryWindow[];
}

/** Of an event its time counts as its life. */
export function showLife(thing: string, recorded: Recorded, { calendar }: Question, asked: Unit): ShownLife {
  const time = recorded.entity(thing).type === 'Event' ? recorded.eventTime(thing) : null;
  const lives = time === null ? recorded.existence(thing) : [time];
  return {
    status: statusAt(asked, lives),
    lives: lives.map(({ possible }) => storyWindow(possible, calendar)),
  };
}
