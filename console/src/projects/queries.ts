import { type Project, type ProjectForm, projectRoutes } from '@aichat/contracts/company/projects'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(projectRoutes)

const projectKeys = {
  list: ['projects'] as const,
  one: (projectId: string) => ['project', projectId] as const,
}

export function useProjects(isEnabled = true) {
  return useQuery({
    queryKey: projectKeys.list,
    queryFn: ({ signal }) => calls.list({ signal }),
    enabled: isEnabled,
  })
}

export function useProject(projectId: string) {
  return useQuery({
    queryKey: projectKeys.one(projectId),
    queryFn: ({ signal }) => calls.get({ params: { projectId }, signal }),
    placeholderData: () =>
      cache.getQueryData<Project[]>(projectKeys.list)?.find((project) => project.id === projectId),
  })
}

/** Updates the given project, or creates one. */
export function useSaveProject(project?: Project) {
  return useMutation({
    mutationFn: (body: ProjectForm) =>
      project ? calls.update({ params: { projectId: project.id }, body }) : calls.create({ body }),
    onSuccess: cacheProject,
  })
}

export function useDeleteProject() {
  return useMutation({
    mutationFn: (project: Project) => calls.remove({ params: { projectId: project.id } }),
    onSuccess: (_, project) => {
      cache.removeQueries({ queryKey: projectKeys.one(project.id) })
      cache.setQueryData<Project[]>(projectKeys.list, (projects) =>
        projects?.filter((one) => one.id !== project.id),
      )
      return cache.invalidateQueries({ queryKey: projectKeys.list })
    },
  })
}

/** Writes a project from a response to all cached queries. */
export function cacheProject(project: Project) {
  cache.setQueryData(projectKeys.one(project.id), project)
  cache.setQueryData<Project[]>(projectKeys.list, (projects) =>
    projects?.some((one) => one.id === project.id)
      ? projects.map((one) => (one.id === project.id ? project : one))
      : projects && [project, ...projects],
  )
}

/** Cancels requests that may answer with the state before the change: an invalidation alone waits for a first load. */
export async function invalidateProject(projectId: string): Promise<void> {
  const keys = [projectKeys.one(projectId), projectKeys.list]
  await Promise.all(keys.map((queryKey) => cache.cancelQueries({ queryKey })))
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })))
}
