import type { Faq } from '@aichat/contracts/faq'
import { useCallback, useEffect, useRef, useState } from 'react'
import { log } from '../kit/log.ts'
import { dismissToast, toast } from '../ui/toasts.ts'
import { deleteFaq, invalidateFaqs } from './queries.ts'

const noIds: ReadonlySet<string> = new Set()

/**
 * Hides an FAQ immediately and deletes it when the toast with its Undo ends or the user leaves the list. The
 * specification shows no error text here: after a failure the FAQ is shown again, with a retry.
 */
export function useUndoableDelete(projectId: string) {
  const [hidden, setHidden] = useState(noIds)
  const [failed, setFailed] = useState(noIds)
  const toasts = useRef(new Set<number>())

  const remove = useCallback(
    async (faqId: string) => {
      setFailed((ids) => withoutId(ids, faqId))
      setHidden((ids) => new Set(ids).add(faqId))
      try {
        await deleteFaq(projectId, faqId)
      } catch (error) {
        log('Failed to delete an FAQ', error)
        setFailed((ids) => new Set(ids).add(faqId))
        await invalidateFaqs(projectId)
      }
      setHidden((ids) => withoutId(ids, faqId))
    },
    [projectId],
  )

  function deleteWithUndo({ id }: Faq) {
    setHidden((ids) => new Set(ids).add(id))
    const toastId = toast('FAQ deleted', {
      action: {
        label: 'Undo',
        onPress: () => {
          toasts.current.delete(toastId)
          setHidden((ids) => withoutId(ids, id))
        },
      },
      onEnd: () => {
        toasts.current.delete(toastId)
        remove(id)
      },
    })
    toasts.current.add(toastId)
  }

  useEffect(() => {
    const waiting = toasts.current
    const leave = () => {
      for (const toastId of [...waiting]) dismissToast(toastId)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  return { hidden, failed, deleteWithUndo, retry: remove }
}

function withoutId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id))
}
