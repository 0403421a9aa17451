import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { Providers } from './app/providers'
import { routes } from './app/routes'
import { firstLanguage } from './lib/i18n/i18n'
import { resumeSession } from './lib/session'

const router = createBrowserRouter([...routes])

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void resumeSession()
void firstLanguage.then(() => createRoot(root).render(<App />))

function App() {
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  )
}
