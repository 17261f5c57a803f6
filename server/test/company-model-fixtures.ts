import { afterAll } from 'vitest'
import { createPrivateFixtures } from './fixtures.ts'
import { modelServer, sharedModelServer } from './model-server.ts'

/**
 * A scripted model that companies connect, and another one that the installation offers, with the fixtures of a server without and one with the
 * installation's model. Call it once at the top of a test file.
 */
export async function createCompanyModelFixtures(embed: (text: string) => number[]) {
  const model = await sharedModelServer(embed)
  const offered = await modelServer(
    () => ({ text: 'The installation says 30 days. [1]' }),
    undefined,
    afterAll,
  )
  const fetchAllow = [model, offered].map(({ baseUrl }) => new URL(baseUrl).host)
  return {
    model,
    offered,
    fetchAllow,
    fixtures: createPrivateFixtures({ fetchAllow }),
    withModel: createPrivateFixtures({
      fetchAllow,
      ai: { baseUrl: offered.baseUrl, model: 'offered', apiKey: 'operator key' },
    }),
    /** The request to /api/ai-model that chooses the company's model. */
    own: { source: 'company', provider: 'openai', baseUrl: model.baseUrl, model: 'small' },
  }
}
