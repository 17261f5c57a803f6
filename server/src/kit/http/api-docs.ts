import { apiScopes } from '@aichat/contracts/company/scopes'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Serves the OpenAPI document, which is generated from the contract tables, and its user interface at /api/docs. */
export async function mountApiDocs(http: FastifyInstance): Promise<void> {
  await http.register(swagger, {
    openapi: {
      // Since 3.1, security schemes other than OAuth may list scopes.
      openapi: '3.1.0',
      info: { title: 'AI Chat Platform', version: '1' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a signed-in user.' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: `An API key of the company, such as aichat_1a2b3c4d_…. It may call the operations whose scope it has: ${apiScopes.join(', ')}.`,
          },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  })
  await http.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  http.get('/api/openapi.json', { config: { permission: 'public' }, schema: { hide: true } }, () =>
    http.swagger(),
  )
}
