import { type TeamMember, userRoutes } from '@aichat/contracts/company/users'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { storeAccount } from '../kit/http/auth-storage.ts'
import { log } from '../kit/log.ts'

const calls = api(userRoutes)
const teamKey = ['users'] as const

type Team = { users: TeamMember[] }

export function useUsers() {
  return useQuery({ queryKey: teamKey, queryFn: ({ signal }) => calls.list({ signal }) })
}

/** Invites a user, or renews the link of a pending invitation. */
export function useInvite() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof userRoutes.invite>) => calls.invite({ body }),
    onSuccess: ({ user }) => cacheMember(user),
  })
}

export function useUpdateMember(userId: string) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof userRoutes.update>) => calls.update({ params: { userId }, body }),
    onSuccess: ({ user }) => {
      cacheMember(user)
      return refreshAccount()
    },
  })
}

export function useRemoveMember() {
  return useMutation({
    mutationFn: (userId: string) => calls.remove({ params: { userId } }),
    onSuccess: (_, userId) => {
      updateTeam((users) => users.filter((user) => user.id !== userId))
      return invalidateTeam()
    },
  })
}

export function useUpdateProfile() {
  return useMutation({
    mutationFn: (name: string) => calls.updateMe({ body: { name } }),
    onSuccess: (account) => {
      storeAccount(account)
      return invalidateTeam()
    },
  })
}

/** Reloads the stored user, whose role others may have changed. */
export async function refreshAccount() {
  try {
    storeAccount(await calls.me({}))
  } catch (error) {
    log('Failed to load the account', error)
  }
}

function cacheMember(user: TeamMember) {
  updateTeam((users) =>
    users.some((one) => one.id === user.id)
      ? users.map((one) => (one.id === user.id ? user : one))
      : [...users, user],
  )
  invalidateTeam()
}

function updateTeam(next: (users: TeamMember[]) => TeamMember[]) {
  cache.setQueryData<Team>(teamKey, (team) => team && { users: next(team.users) })
}

function invalidateTeam() {
  return cache.invalidateQueries({ queryKey: teamKey })
}
