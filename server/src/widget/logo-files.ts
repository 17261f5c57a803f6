import { commonSentences } from '@aichat/contracts/kit/common'
import { logoSentences, toWidgetFilePath } from '@aichat/contracts/widget/logo'
import type { App } from '../app.ts'
import type { StoredFile } from '../files/store.ts'
import { isId } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { findLogo, findLogoCompany } from './logo-store.ts'

type Dependencies = Pick<App, 'db' | 'storage' | 'log'>

/** Serves uploaded logos to every website, without a sign-in. Their content never changes. */
export function mountLogoFiles(http: Http, app: Dependencies): void {
  http.get(
    toWidgetFilePath(':fileId'),
    { config: { permission: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { fileId } = request.params as { fileId: string }
      reply.header('Cache-Control', 'no-store')
      const file = (await findPublicLogo(app, fileId)) ?? refuse(404, commonSentences.notFound)
      const content = await readContent(app, file)
      return reply
        .headers({
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Content-Length': file.size,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        })
        .type(file.mime)
        .send(content)
    },
  )
}

async function findPublicLogo({ db }: Dependencies, fileId: string): Promise<StoredFile | null> {
  if (!isId(fileId)) return null
  const companyId = await db.lookup((sql) => findLogoCompany(sql, fileId))
  return companyId ? db.company(companyId, (sql) => findLogo(sql, fileId)) : null
}

function readContent({ storage, log }: Dependencies, { key }: StoredFile) {
  return storage.get(key).catch((error) => {
    log.error({ err: error, key }, 'failed to read a logo')
    refuse(503, logoSentences.fileUnreadable)
  })
}
