import { type QueryKey, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { cache } from './cache.ts'
import { log } from './log.ts'

export type OptimisticMutation<Variables, Result> = {
  mutationFn: (variables: Variables) => Promise<Result>
  /** Patches the cache before the request is sent. Returns the function that rolls the patch back. */
  apply: (variables: Variables) => () => void
  /** Names the patched data, where a second change may start before the first one has been answered. */
  field?: (variables: Variables) => string
  /** Running fetches to cancel: they would overwrite the patch with older data. */
  cancel?: QueryKey
  /** Writes the server's answer to the cache. */
  reconcile?: (result: Result, variables: Variables) => unknown
  /** Logged with the error when the request fails. */
  failure: string
  onFailure?: (error: Error, variables: Variables) => unknown
  /** Runs after success and after failure. */
  reload?: () => Promise<unknown>
  /** Mutations with the same scope send their requests one after another. */
  scope?: string
}

/** A patch whose request has not been answered yet. */
type Change = { field: string | undefined; rollBack: () => void }
type MutationOptions<Variables, Result> = UseMutationOptions<Result, Error, Variables, Change>

/** The unanswered changes of all fields, oldest first. */
const changes = new Set<Change>()

/** A mutation whose result is shown before the server has answered, and rolled back if the server refuses. */
export function useOptimisticMutation<Variables, Result>(options: OptimisticMutation<Variables, Result>) {
  return useMutation(optimisticMutation(options))
}

/** The same outside of a component. Rejects when the request fails. */
export function runOptimisticMutation<Variables, Result>(
  options: OptimisticMutation<Variables, Result>,
  variables: Variables,
): Promise<Result> {
  return cache.getMutationCache().build(cache, optimisticMutation(options)).execute(variables)
}

/**
 * Patches the data of one query, if it is loaded. The returned function rolls the patch back to the previous data;
 * `revert` undoes it in a narrower way, so that changes made in the meantime survive.
 */
export function patchQuery<Data>(
  queryKey: QueryKey,
  update: (data: Data) => Data,
  revert: (data: Data, previous: Data) => Data = (_, previous) => previous,
): () => void {
  const previous = cache.getQueryData<Data>(queryKey)
  if (previous === undefined) return () => {}
  cache.setQueryData<Data>(queryKey, update(previous))
  return () => {
    cache.setQueryData<Data>(queryKey, (data) => data && revert(data, previous))
  }
}

function optimisticMutation<Variables, Result>({
  mutationFn,
  apply,
  field,
  cancel,
  reconcile,
  failure,
  onFailure,
  reload,
  scope,
}: OptimisticMutation<Variables, Result>): MutationOptions<Variables, Result> {
  return {
    mutationFn,
    scope: scope === undefined ? undefined : { id: scope },
    onMutate: async (variables) => {
      // First, so that two quick changes build on each other.
      const change = { field: field?.(variables), rollBack: apply(variables) }
      changes.add(change)
      if (cancel) await cache.cancelQueries({ queryKey: cancel })
      return change
    },
    onSuccess: (result, variables, change) => {
      changes.delete(change)
      return reconcile?.(result, variables)
    },
    onError: (error, variables, change) => {
      log(failure, error)
      if (change) rollBack(change)
      return onFailure?.(error, variables)
    },
    onSettled: reload,
  }
}

/** Under a later change of the same field, the patch is not on the screen: that change must roll back past it. */
function rollBack(change: Change) {
  const { field } = change
  const later = [...changes].slice([...changes].indexOf(change) + 1)
  changes.delete(change)
  const next = field === undefined ? undefined : later.find((one) => one.field === field)
  if (next) next.rollBack = change.rollBack
  else change.rollBack()
}
