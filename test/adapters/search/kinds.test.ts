/** Every kind of web search, held to the contract of all. */
import { braveKind } from '../../../src/adapters/search/brave.ts';
import { searxngKind } from '../../../src/adapters/search/searxng.ts';
import { tavilyKind } from '../../../src/adapters/search/tavily.ts';
import { wikipediaKind } from '../../../src/adapters/search/wikipedia.ts';
import { searchContract } from '../../contracts/search.ts';

searchContract(searxngKind, { wire: 'searxng', hasKey: false, setting: /formats: \[html, json\]/ });
searchContract(braveKind, { wire: 'brave', hasKey: true, setting: /BRAVE_API_KEY/ });
searchContract(tavilyKind, { wire: 'tavily', hasKey: true, setting: /TAVILY_API_KEY/ });
searchContract(wikipediaKind, { wire: 'mediawiki', hasKey: false, setting: /search\.wikipedia\.url/ });
