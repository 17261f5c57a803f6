import type pg from 'pg'
import { enableExtension } from '../../kit/db/extensions.ts'
import type { IndexBuilder } from '../../kit/db/index-builder.ts'
import type { Log } from '../../kit/observability/log.ts'

/** What the database supports beyond full-text search, which needs no extension. */
export type SearchExtensions = {
  /** Typo tolerance (pg_trgm). */
  typos: boolean
  /** Semantic search (pgvector). */
  vectors: boolean
}

const trigramIndex = `
  CREATE INDEX IF NOT EXISTS knowledge_word_counts_trigrams ON knowledge_word_counts USING gin (word gin_trgm_ops)`

const vectorTable = `
  CREATE TABLE IF NOT EXISTS knowledge_vectors (
    company_id uuid NOT NULL,
    project_id uuid NOT NULL,
    item_id uuid NOT NULL,
    version integer NOT NULL DEFAULT 1,
    position integer NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (item_id, version, position),
    CONSTRAINT knowledge_vectors_version_fkey FOREIGN KEY (company_id, project_id, item_id, version)
      REFERENCES knowledge_versions (company_id, project_id, item_id, version) ON DELETE CASCADE
  );
  CREATE INDEX IF NOT EXISTS knowledge_vectors_project ON knowledge_vectors (project_id);
  ALTER TABLE knowledge_vectors ENABLE ROW LEVEL SECURITY;
  ALTER TABLE knowledge_vectors FORCE ROW LEVEL SECURITY;
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = 'knowledge_vectors'::regclass) THEN
      CREATE POLICY tenant_isolation ON knowledge_vectors FOR ALL TO aichat_app
        USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
    END IF;
  END $$;
  GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_vectors TO aichat_app`

export async function enableKnowledgeSearch(pool: pg.Pool, log: Log): Promise<SearchExtensions> {
  const typos = await enableExtension(pool, 'pg_trgm', trigramIndex)
  if (!typos) log.warn('the database has no pg_trgm extension: search has no typo tolerance')
  const vectors = await enableExtension(pool, 'vector', vectorTable)
  return { typos, vectors }
}

/** The numbers of dimensions of widely used embedding models. */
const usualDimensions = new Set([256, 384, 512, 768, 1024, 1536])

export function isUsualDimension(dimensions: number): boolean {
  return usualDimensions.has(dimensions)
}

/** The limit of pgvector's hnsw indexes. */
const maxIndexedDimensions = 2000

/** Builds an approximate index for vectors with this number of dimensions. Longer vectors are compared one by one. */
export async function indexVectors(indexes: IndexBuilder, dimensions: number): Promise<void> {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > maxIndexedDimensions) return
  await indexes.build({
    name: `knowledge_vectors_near_${dimensions}`,
    definition: `knowledge_vectors USING hnsw ((embedding::vector(${dimensions})) vector_cosine_ops)
      WHERE dimensions = ${dimensions}`,
  })
}
