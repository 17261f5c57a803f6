import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, Outlet, useParams } from 'react-router'
import { paths } from './paths.ts'
import { AuthGuard } from './shell/AuthGuard.tsx'
import { RouteError } from './shell/RouteError.tsx'
import { lazyPart } from './ui/lazy-part.tsx'

const projects = screen(() => import('./screens/Projects.tsx').then((file) => file.Projects))
const project = screen(() => import('./screens/Project.tsx').then((file) => file.Project))

export const router = createBrowserRouter([
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        path: paths.login,
        lazy: screen(() => import('./screens/Login.tsx').then((file) => file.Login)),
      },
      {
        path: paths.signup,
        lazy: screen(() => import('./screens/Signup.tsx').then((file) => file.Signup)),
      },
      {
        path: paths.forgotPassword,
        lazy: screen(() => import('./screens/ForgotPassword.tsx').then((file) => file.ForgotPassword)),
      },
      {
        path: paths.resetPassword,
        lazy: screen(() => import('./screens/ResetPassword.tsx').then((file) => file.ResetPassword)),
      },
      {
        path: paths.invitation,
        lazy: screen(() => import('./screens/Invitation.tsx').then((file) => file.Invitation)),
      },
      {
        path: paths.confirmEmail,
        lazy: screen(() => import('./screens/ConfirmEmail.tsx').then((file) => file.ConfirmEmail)),
      },
      {
        element: <AuthGuard />,
        children: [
          {
            lazy: screen(() => import('./shell/Shell.tsx').then((file) => file.Shell)),
            children: [
              {
                errorElement: <RouteError />,
                children: [
                  {
                    path: paths.dashboard,
                    lazy: screen(() => import('./screens/Dashboard.tsx').then((file) => file.Dashboard)),
                  },
                  { path: paths.projects, lazy: projects },
                  // The specification links the Publish screen's back button here.
                  { path: paths.projectsAlias, lazy: projects },
                  {
                    path: paths.newProject,
                    lazy: screen(() => import('./screens/NewProject.tsx').then((file) => file.NewProject)),
                  },
                  {
                    path: '/projects/:projectId',
                    element: <ProjectScope />,
                    children: [
                      { index: true, lazy: project },
                      { path: 'details', lazy: project },
                      {
                        path: 'customize',
                        lazy: screen(() => import('./screens/Customize.tsx').then((file) => file.Customize)),
                      },
                      {
                        path: 'publish',
                        lazy: screen(() => import('./screens/Publish.tsx').then((file) => file.Publish)),
                      },
                    ],
                  },
                  {
                    path: paths.chats,
                    lazy: screen(() => import('./screens/Chats.tsx').then((file) => file.Chats)),
                  },
                  {
                    path: paths.users,
                    lazy: screen(() => import('./screens/Users.tsx').then((file) => file.Users)),
                  },
                  {
                    path: paths.apiSettings,
                    lazy: screen(() => import('./screens/ApiSettings.tsx').then((file) => file.ApiSettings)),
                  },
                  {
                    path: paths.prompts,
                    lazy: screen(() => import('./screens/Prompts.tsx').then((file) => file.Prompts)),
                  },
                ],
              },
            ],
          },
        ],
      },
      ...(import.meta.env.DEV
        ? [
            {
              path: '/ui',
              lazy: screen(() => import('./gallery/Gallery.tsx').then((file) => file.Gallery)),
            },
          ]
        : []),
      { path: '*', element: <Navigate to={paths.dashboard} replace /> },
    ],
  },
])

/** Loads a screen before the navigation to it. The router would keep a failure; a part can be loaded again. */
function screen(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await load().catch(() => lazyPart(load)) })
}

/**
 * Mounts the screen of each project anew. Otherwise a slow answer would be handled with the options of the project that
 * is on the screen by then.
 */
function ProjectScope() {
  const { projectId } = useParams()
  return <Outlet key={projectId} />
}
