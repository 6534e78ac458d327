import type { TextSpan } from '../../core/document.js';

/** A part of a Markdown text that stands by itself. */
export interface Block extends TextSpan {
  /** Of a heading what it says, empty where it says nothing; null for any other block. */
  title: string | null;
}
