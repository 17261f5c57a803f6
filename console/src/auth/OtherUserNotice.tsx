import type { ReactNode } from 'react'
import { useUser } from '../kit/http/auth-storage.ts'
import { Notice } from '../ui/feedback/Notice.tsx'

/** Says that this browser is signed in as another user, and what will happen to that. */
export function OtherUserNotice({ children }: { children: ReactNode }) {
  const user = useUser()
  if (!user) return null
  return (
    <div className="mb-4">
      <Notice tone="info">
        You're signed in as {user.email}. {children}
      </Notice>
    </div>
  )
}
