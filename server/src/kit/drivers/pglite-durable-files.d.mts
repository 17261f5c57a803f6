import type { NodeFS } from '@electric-sql/pglite/nodefs'

export const writtenFor: Record<string, string>
export function implementFsync(FS: unknown): boolean
export function createDurableFiles(dataDir: string): NodeFS
export function syncDirectory(directory: string): void
export function restrictModes(FS: unknown): boolean
