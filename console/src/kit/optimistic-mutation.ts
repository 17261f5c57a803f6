import { type QueryKey, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { cache } from './cache.ts'
import { log } from './log.ts'

export type OptimisticMutation<Variables, Result> = {
  mutationFn: (variables: Variables) => Promise<Result>
  /** Patches the cache before the request is sent. Returns the function that rolls the patch back. */
  apply: (variables: Variables) => () => void
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

type MutationOptions<Variables, Result> = UseMutationOptions<Result, Error, Variables, () => void>

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
      const rollBack = apply(variables)
      if (cancel) await cache.cancelQueries({ queryKey: cancel })
      return rollBack
    },
    onSuccess: reconcile,
    onError: (error, variables, rollBack) => {
      log(failure, error)
      rollBack?.()
      return onFailure?.(error, variables)
    },
    onSettled: reload,
  }
}
