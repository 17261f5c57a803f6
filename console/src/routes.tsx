import { createBrowserRouter, Navigate } from 'react-router'
import { paths } from './paths.ts'
import { AuthGuard } from './shell/AuthGuard.tsx'
import { RouteError } from './shell/RouteError.tsx'

const projects = () => import('./screens/Projects.tsx').then(({ Projects }) => ({ Component: Projects }))
const project = () => import('./screens/Project.tsx').then(({ Project }) => ({ Component: Project }))

export const router = createBrowserRouter([
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        path: paths.login,
        lazy: () => import('./screens/Login.tsx').then(({ Login }) => ({ Component: Login })),
      },
      {
        path: paths.signup,
        lazy: () => import('./screens/Signup.tsx').then(({ Signup }) => ({ Component: Signup })),
      },
      {
        path: paths.forgotPassword,
        lazy: () =>
          import('./screens/ForgotPassword.tsx').then(({ ForgotPassword }) => ({
            Component: ForgotPassword,
          })),
      },
      {
        path: paths.resetPassword,
        lazy: () =>
          import('./screens/ResetPassword.tsx').then(({ ResetPassword }) => ({ Component: ResetPassword })),
      },
      {
        path: paths.invitation,
        lazy: () => import('./screens/Invitation.tsx').then(({ Invitation }) => ({ Component: Invitation })),
      },
      {
        element: <AuthGuard />,
        children: [
          {
            lazy: () => import('./shell/Shell.tsx').then(({ Shell }) => ({ Component: Shell })),
            children: [
              {
                errorElement: <RouteError />,
                children: [
                  {
                    path: paths.dashboard,
                    lazy: () =>
                      import('./screens/Dashboard.tsx').then(({ Dashboard }) => ({ Component: Dashboard })),
                  },
                  { path: paths.projects, lazy: projects },
                  // The specification links the Publish screen's back button here.
                  { path: paths.projectsAlias, lazy: projects },
                  {
                    path: paths.newProject,
                    lazy: () =>
                      import('./screens/NewProject.tsx').then(({ NewProject }) => ({
                        Component: NewProject,
                      })),
                  },
                  { path: '/projects/:projectId', lazy: project },
                  { path: '/projects/:projectId/details', lazy: project },
                  {
                    path: '/projects/:projectId/customize',
                    lazy: () =>
                      import('./screens/Customize.tsx').then(({ Customize }) => ({ Component: Customize })),
                  },
                  {
                    path: '/projects/:projectId/publish',
                    lazy: () =>
                      import('./screens/Publish.tsx').then(({ Publish }) => ({ Component: Publish })),
                  },
                  {
                    path: paths.chats,
                    lazy: () => import('./screens/Chats.tsx').then(({ Chats }) => ({ Component: Chats })),
                  },
                  {
                    path: paths.users,
                    lazy: () => import('./screens/Users.tsx').then(({ Users }) => ({ Component: Users })),
                  },
                  {
                    path: paths.apiSettings,
                    lazy: () =>
                      import('./screens/ApiSettings.tsx').then(({ ApiSettings }) => ({
                        Component: ApiSettings,
                      })),
                  },
                  {
                    path: paths.prompts,
                    lazy: () =>
                      import('./screens/Prompts.tsx').then(({ Prompts }) => ({ Component: Prompts })),
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
              lazy: () => import('./gallery/Gallery.tsx').then(({ Gallery }) => ({ Component: Gallery })),
            },
          ]
        : []),
      { path: '*', element: <Navigate to={paths.dashboard} replace /> },
    ],
  },
])
