import { tellStory } from './tell.js';

await tellStory(console.log);
