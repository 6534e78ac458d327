import { mayDo, type Role } from '../core/role.js';
import { TOOLSETS, type Tool, type Toolset, toolsetsOf } from '../tools/define.js';

/** What a client sees that chooses nothing. */
const DEFAULT: readonly Toolset[] = ['memory'];

/**
 * The toolsets that a list of words names, `memory,lore`; null where a word is none of them.
 * @param text undefined or empty for the default
 */
export function chosenToolsets(text: string | undefined): readonly Toolset[] | null {
  if (text === undefined || text.trim() === '') return DEFAULT;
  const words = text.split(',').map((word) => word.trim());
  return words.every((word): word is Toolset => TOOLSETS.some((toolset) => toolset === word)) ? words : null;
}

/** The tools of these toolsets that the role may call. */
export function listedTools(tools: readonly Tool[], toolsets: readonly Toolset[], role: Role): Tool[] {
  return tools.filter(
    (tool) => mayDo(role, tool.role) && toolsetsOf(tool).some((toolset) => toolsets.includes(toolset)),
  );
}
