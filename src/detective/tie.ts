/**
 * What one claim is to another of the same subject. same: they say the same. apart: not both can be the state of things.
 * left: the later one takes away what the earlier one rests on, and is about something else. turn: it may be a turn of the
 * story, if what was before comes back.
 */
export type Tie = 'same' | 'apart' | 'left' | 'turn';
