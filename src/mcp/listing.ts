import { z } from 'zod';
import { isRead, type Tool } from '../tools/define.js';
import { type Json, type ObjectSchema, projectInput } from './projection.js';

/** A tool as clients list it. */
export interface ListedTool {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
}

/** Most characters of a description: 60 tokens. */
export const DESCRIPTION_MAX = 240;

const listed = new WeakMap<Tool, ListedTool>();

/** Made once a tool. */
export function listTool(tool: Tool): ListedTool {
  const known = listed.get(tool);
  if (known !== undefined) return known;
  const made = {
    name: tool.name,
    description: shortDescription(tool),
    inputSchema: inputOf(tool),
    annotations: annotationsOf(tool),
  };
  listed.set(tool, made);
  return made;
}

/** What it does and when it is the right one; of what it is not for, the sentences that there is room for. */
export function shortDescription({ summary, useWhen, notFor }: Tool): string {
  let text = `${summary}. Use when ${useWhen}`;
  for (const sentence of sentencesOf(`Not for ${notFor}`)) {
    if (text.length + 1 + sentence.length > DESCRIPTION_MAX) break;
    text += ` ${sentence}`;
  }
  return text;
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    sentences.push(segment.trim());
  }
  return sentences;
}

function inputOf({ params, query, body }: Tool): ObjectSchema {
  const parts = [params, query, body].filter((part) => part !== undefined);
  return projectInput(parts.map((part) => z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Json));
}

function annotationsOf(tool: Tool): ListedTool['annotations'] {
  // A reader changes nothing, also where it has to POST what it asks.
  if (isRead(tool) || tool.role === 'reader') return { readOnlyHint: true };
  const isPut = tool.method === 'PUT';
  return {
    readOnlyHint: false,
    destructiveHint: tool.isDestructive ?? isPut,
    // What answers 200 beside 201 stores nothing that is stored already.
    idempotentHint: isPut || (200 in tool.responses && 201 in tool.responses),
  };
}
