import type { ComponentType } from 'react'
import { createBrowserRouter, matchRoutes, Navigate } from 'react-router'
import { paths } from './paths.ts'
import { AuthGuard } from './shell/AuthGuard.tsx'
import { RouteError } from './shell/RouteError.tsx'
import { lazyPart } from './ui/feedback/lazy-part.tsx'

const projects = screen(() => import('./screens/Projects.tsx').then((file) => file.Projects))
const project = screen(() => import('./screens/Project.tsx').then((file) => file.Project))

const settingsRoutes = [
  {
    path: paths.preferences,
    lazy: screen(() => import('./screens/Preferences.tsx').then((file) => file.Preferences)),
  },
  {
    path: paths.companySettings,
    lazy: screen(() => import('./screens/CompanySettings.tsx').then((file) => file.CompanySettings)),
  },
  {
    path: paths.emailSettings,
    lazy: screen(() => import('./email/EmailSettings.tsx').then((file) => file.EmailSettings)),
  },
  {
    path: paths.aiModel,
    lazy: screen(() => import('./ai-model/AiModelSettings.tsx').then((file) => file.AiModelSettings)),
  },
  {
    path: paths.usage,
    lazy: screen(() => import('./usage/UsageReport.tsx').then((file) => file.UsageReport)),
  },
  {
    path: paths.businessHours,
    lazy: screen(() => import('./hours/BusinessHours.tsx').then((file) => file.BusinessHours)),
  },
  {
    path: paths.apiKeys,
    lazy: screen(() => import('./api-keys/ApiKeyList.tsx').then((file) => file.ApiKeyList)),
  },
  {
    path: paths.webhooks,
    lazy: screen(() => import('./webhooks/WebhookList.tsx').then((file) => file.WebhookList)),
  },
  {
    path: paths.dataSettings,
    lazy: screen(() => import('./screens/DataSettings.tsx').then((file) => file.DataSettings)),
  },
  {
    path: paths.auditLog,
    lazy: screen(() => import('./audit/AuditLog.tsx').then((file) => file.AuditLog)),
  },
]

export const router = createBrowserRouter([
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        path: paths.login,
        lazy: screen(() => import('./screens/auth/Login.tsx').then((file) => file.Login)),
      },
      {
        path: paths.signup,
        lazy: screen(() => import('./screens/auth/Signup.tsx').then((file) => file.Signup)),
      },
      {
        path: paths.forgotPassword,
        lazy: screen(() => import('./screens/auth/ForgotPassword.tsx').then((file) => file.ForgotPassword)),
      },
      {
        path: paths.resetPassword,
        lazy: screen(() => import('./screens/auth/ResetPassword.tsx').then((file) => file.ResetPassword)),
      },
      {
        path: paths.invitation,
        lazy: screen(() => import('./screens/auth/Invitation.tsx').then((file) => file.Invitation)),
      },
      {
        path: paths.confirmEmail,
        lazy: screen(() => import('./screens/auth/ConfirmEmail.tsx').then((file) => file.ConfirmEmail)),
      },
      {
        path: paths.unsubscribe,
        lazy: screen(() => import('./screens/auth/Unsubscribe.tsx').then((file) => file.Unsubscribe)),
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
                  // The back button of the Publish screen leads here.
                  { path: paths.projectsAlias, lazy: projects },
                  {
                    path: paths.newProject,
                    lazy: screen(() => import('./screens/NewProject.tsx').then((file) => file.NewProject)),
                  },
                  {
                    path: '/projects/:projectId',
                    lazy: screen(() =>
                      import('./screens/ProjectScope.tsx').then((file) => file.ProjectScope),
                    ),
                    children: [
                      { index: true, lazy: project },
                      { path: 'details', lazy: project },
                      {
                        path: 'customize',
                        lazy: screen(() =>
                          import('./screens/customize/Customize.tsx').then((file) => file.Customize),
                        ),
                      },
                      {
                        path: 'publish',
                        lazy: screen(() =>
                          import('./screens/customize/Publish.tsx').then((file) => file.Publish),
                        ),
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
                    path: paths.reports,
                    lazy: screen(() => import('./screens/Reports.tsx').then((file) => file.Reports)),
                  },
                  {
                    path: paths.reportAi,
                    lazy: screen(() => import('./screens/ReportAi.tsx').then((file) => file.ReportAi)),
                  },
                  {
                    path: paths.reportGaps,
                    lazy: screen(() => import('./screens/ReportGaps.tsx').then((file) => file.ReportGaps)),
                  },
                  {
                    path: paths.reportTeam,
                    lazy: screen(() => import('./screens/ReportTeam.tsx').then((file) => file.ReportTeam)),
                  },
                  {
                    path: paths.reportSources,
                    lazy: screen(() =>
                      import('./screens/ReportSources.tsx').then((file) => file.ReportSources),
                    ),
                  },
                  {
                    path: paths.reportConversations,
                    lazy: screen(() =>
                      import('./screens/ReportConversations.tsx').then((file) => file.ReportConversations),
                    ),
                  },
                  {
                    path: paths.settings,
                    lazy: screen(() => import('./screens/Settings.tsx').then((file) => file.Settings)),
                    children: [
                      { index: true, element: <Navigate to={paths.preferences} replace /> },
                      ...settingsRoutes,
                    ],
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

/** Loads the code of the screen with this path, without showing it. */
export function preloadScreen(path: string) {
  for (const { route } of matchRoutes(router.routes, path) ?? [])
    if (typeof route.lazy === 'function') void route.lazy()
}

/** Loads a screen before the navigation to it. The router would keep a failure; a part can be loaded again. */
function screen(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await load().catch(() => lazyPart(load)) })
}
