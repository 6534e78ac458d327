import { loadLexicon } from '../src/start/lexicons.js';
import { tokenize } from '../src/guard/1-normalize/1-tokens/tokenize.js';
import { lifeEvent } from '../src/guard/1-normalize/5-meaning/life-event.js';
const lex = loadLexicon();
const w = tokenize("By candlelight, in 287 AE, the Guild of Lanterns signed the Pact of Reeds.", lex);
console.log(w.map(x=>[x.text,x.kind,x.capital]).join(' | '), lifeEvent(w,lex), w.filter(x=>lex.negators.has(x.lower)||lex.modality.has(x.lower)).map(x=>x.text));
