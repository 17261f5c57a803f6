import type { Faq } from '@aichat/contracts/ai/faq'
import { useCallback, useEffect, useRef, useState } from 'react'
import { log } from '../kit/log.ts'
import { dismissToast, toast } from '../ui/feedback/toasts.ts'
import { deleteFaq, invalidateFaqs } from './queries.ts'

const noIds: ReadonlySet<string> = new Set()

/**
 * Hides an FAQ immediately and deletes it when the toast with its Undo ends or the user leaves the list. A
 * failure shows no text: the FAQ is shown again, with a retry.
 */
export function useUndoableDelete(projectId: string, onDeleted: () => void) {
  const [hidden, setHidden] = useState(noIds)
  const [failed, setFailed] = useState(noIds)
  const toasts = useRef(new Set<number>())
  const removals = useRef(new Set<Promise<void>>())

  const remove = useCallback(
    async (faqId: string) => {
      setFailed((ids) => withoutId(ids, faqId))
      setHidden((ids) => new Set(ids).add(faqId))
      try {
        await deleteFaq(projectId, faqId)
        onDeleted()
      } catch (error) {
        log('Failed to delete an FAQ', error)
        setFailed((ids) => new Set(ids).add(faqId))
        await invalidateFaqs(projectId)
      }
      setHidden((ids) => withoutId(ids, faqId))
    },
    [projectId, onDeleted],
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
        const removal = remove(id).finally(() => removals.current.delete(removal))
        removals.current.add(removal)
      },
    })
    toasts.current.add(toastId)
  }

  /** Runs the deletions that could still be undone, for a request that must not see the deleted FAQs. */
  async function flush() {
    for (const toastId of [...toasts.current]) dismissToast(toastId)
    await Promise.all(removals.current)
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

  return { hidden, failed, deleteWithUndo, flush, retry: remove }
}

function withoutId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id))
}
