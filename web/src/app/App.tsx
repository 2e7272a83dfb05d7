import { RouterProvider } from 'react-router/dom';

import { router } from './routes';

/** The app behind the start page. */
export function App() {
  return <RouterProvider router={router} />;
}
