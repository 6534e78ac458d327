import { loadLexicon } from '/work/wt/reader/src/start/lexicons.js';
import { normalize } from '/work/wt/reader/src/guard/1-normalize/normalize.js';
import { DEFAULT_CONTEXT } from '/work/wt/reader/src/core/context.js';
const lex = loadLexicon();
for (const s of process.argv.slice(2)) { const r = normalize({statement:s,scope:{env:null,team:null},from:null,until:null}, DEFAULT_CONTEXT as never, lex, 0);
 console.log('#', s); for (const n of r.norms) { const {tokens, spans, scope, period, ...rest} = n; console.log(JSON.stringify(rest)); console.log('   ', tokens.map(t=>`${t.stem}${t.frame?`[${t.negative?'-':''}${t.frame}]`:''}${t.role?`/${t.role}`:''}${t.lead?`<${t.lead}`:''}${t.written?`"`:''}${t.kin?`~${t.kin}`:''}`).join(' '));} }
