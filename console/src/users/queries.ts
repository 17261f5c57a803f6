import { userRoutes } from '@aichat/contracts/users'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'

const calls = api(userRoutes)

export function useUsers() {
  return useQuery({ queryKey: ['users'], queryFn: ({ signal }) => calls.list({ signal }) })
}
