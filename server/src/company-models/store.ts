import type { ModelProvider, ModelSource } from '@aichat/contracts/ai/ai-model'
import type { ModelPrices } from '../kit/ai/provider.ts'
import type { Sql } from '../kit/db/db.ts'

/** A model that the company has entered. */
export type OwnModel = {
  provider: ModelProvider
  baseUrl: string
  model: string
  embeddingModel: string | null
  encryptedKey: string | null
  prices: ModelPrices | null
}
/** The company's own model is stored while another source is chosen. */
export type Choice = { source: ModelSource; own: OwnModel | null }
/** `version` counts the changes. */
export type ModelChoice = Choice & { version: number }

type Row = {
  source: ModelSource
  provider: ModelProvider | null
  base_url: string | null
  model: string | null
  embedding_model: string | null
  encrypted_secret: string | null
  input_price: number | null
  output_price: number | null
  version: number
}

/** Null where the company has not chosen. */
export async function findModelChoice(sql: Sql): Promise<ModelChoice | null> {
  const [row] = await sql<Row>`
    select source, provider, base_url, model, embedding_model, encrypted_secret, input_price, output_price, version
    from ai_models`
  return row ? { source: row.source, version: row.version, own: toOwnModel(row) } : null
}

function toOwnModel(row: Row): OwnModel | null {
  const { provider, base_url: baseUrl, model, input_price: input, output_price: output } = row
  if (!provider || !baseUrl || !model) return null
  return {
    provider,
    baseUrl,
    model,
    embeddingModel: row.embedding_model,
    encryptedKey: row.encrypted_secret,
    prices: input === null || output === null ? null : { input, output },
  }
}

export async function saveModelChoice(sql: Sql, companyId: string, { source, own }: Choice): Promise<void> {
  await sql`
    insert into ai_models as m (company_id, source, provider, base_url, model, embedding_model, encrypted_secret,
      input_price, output_price)
    values (${companyId}, ${source}, ${own?.provider ?? null}, ${own?.baseUrl ?? null}, ${own?.model ?? null},
      ${own?.embeddingModel ?? null}, ${own?.encryptedKey ?? null}, ${own?.prices?.input ?? null},
      ${own?.prices?.output ?? null})
    on conflict (company_id) do update set
      source = excluded.source, provider = excluded.provider, base_url = excluded.base_url, model = excluded.model,
      embedding_model = excluded.embedding_model, encrypted_secret = excluded.encrypted_secret,
      input_price = excluded.input_price, output_price = excluded.output_price, version = m.version + 1`
}
