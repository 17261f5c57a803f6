import { auditRoutes } from '@aichat/contracts/company/audit'
import type { AuditAction } from '@aichat/contracts/company/audit-actions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'
import { download, saveFile } from '../kit/http/download.ts'

const calls = api(auditRoutes)

/** The audit log, newest page first. */
export function useAudit(action: AuditAction | undefined) {
  return useInfiniteQuery({
    queryKey: ['audit', action ?? 'all'] as const,
    queryFn: ({ pageParam, signal }) => calls.list({ query: { action, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  })
}

export type AuditFormat = 'csv' | 'jsonl'

export async function exportAuditLog(format: AuditFormat, action: AuditAction | undefined): Promise<void> {
  saveFile(await download(auditRoutes.export, { params: {}, query: { format, action } }))
}
