import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { onLinkHover } from './kit/browser/on-link-hover.ts'
import { allowEmptyMarkup } from './kit/browser/trusted-types.ts'
import { cache } from './kit/cache.ts'
import { getAccessToken, subscribeToSignIn } from './kit/http/auth-storage.ts'
import { preloadScreen, router } from './routes.tsx'
import { ToastRegion } from './ui/feedback/ToastRegion.tsx'

allowEmptyMarkup()

// The next user of this browser must not see the previous user's data.
subscribeToSignIn(() => {
  if (getAccessToken() === null) cache.clear()
})

onLinkHover(preloadScreen)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
      <ToastRegion />
    </QueryClientProvider>
  </StrictMode>,
)
