import { loadLexicon } from '../src/start/lexicons.js';
import { normalize } from '../src/guard/1-normalize/normalize.js';
import { DEFAULT_CONTEXT } from '../src/core/context.js';
import { prepare, comparing } from '../src/guard/2-structural/compare.js';
import { atOnce } from '../src/core/at-once.js';
import { readFileSync } from 'node:fs';
const lex = loadLexicon();
const rd = (s: string) => normalize({statement:s,scope:{env:null,team:null},from:null,until:null}, DEFAULT_CONTEXT, lex, 0);
const show = (r: any) => r.norms.map((n: any) => `{${n.modality}${n.quantifier?' '+n.quantifier:''}${n.tense?' '+n.tense:''}${n.exclusive?' ONLY':''}${n.isDefinite?' def':''}${n.relation?' '+n.relation.type:''}${n.lifeEvent?' '+JSON.stringify(n.lifeEvent):''}} ` + n.tokens.map((t: any)=>`${t.stem}${t.frame?`[${t.negative?'-':''}${t.frame}]`:''}${t.role?`/${t.role}`:''}${t.lead?`<${t.lead}`:''}${t.written?`"`:''}`).join(' ')).join('\n            ');
for (const line of readFileSync(0,'utf8').split('\n')) { const [a,b] = line.split(' | '); if (!a || !b) continue;
 const [x,y] = [rd(a), rd(b)]; const v = atOnce(comparing(prepare(y), x, {pairs:1000, words:100000} as never)).verdict;
 console.log(`${v.kind} ${v.confidence} ${v.code}\n   A ${a}\n            ${show(x)}\n   B ${b}\n            ${show(y)}`); }
