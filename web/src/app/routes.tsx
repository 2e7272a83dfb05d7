/** Every address of the web app. Screens load when they are first visited. */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { LoadingScreen } from '@/ui/LoadingScreen';

import { AppFrame } from './AppFrame';
import { askWhoArrives } from './arrival';
import { CrashScreen } from './CrashScreen';
import { inside } from './insideRoutes';
import { bare, list, screen, speaking } from './lazyScreen';
import { RequireSession } from './RequireSession';
import { Shell } from './Shell';

/** Everything that needs the rules and the component library; without the rules only a first list is drawn. */
const framed: RouteObject = {
  lazy: async () => {
    await Promise.all([list(), askWhoArrives(window.location.pathname)]);
    return { Component: speaking(AppFrame) };
  },
  children: [
    {
      path: '/sign-in',
      ...screen(async () => (await import('@/features/signIn/SignInScreen')).SignInScreen),
    },
    {
      path: '/signed-in',
      ...screen(async () => (await import('@/features/signIn/SignedInScreen')).SignedInScreen),
    },
    {
      path: '/forgot-password',
      ...screen(async () => (await import('@/features/signIn/ForgotPasswordScreen')).ForgotPasswordScreen),
    },
    {
      path: '/reset-password',
      ...screen(async () => (await import('@/features/signIn/ResetPasswordScreen')).ResetPasswordScreen),
    },
    {
      path: '/verify-email',
      ...screen(async () => (await import('@/features/signIn/VerifyEmailScreen')).VerifyEmailScreen),
    },
    {
      path: '/invite/:invitationId',
      ...screen(async () => (await import('@/features/invite/InviteScreen')).InviteScreen),
    },
    {
      path: '/c/:slug',
      ...screen(async () => (await import('@/features/publicCompany/WebPageScreen')).WebPageScreen),
    },
    {
      path: '/inviteredirect',
      ...screen(async () => (await import('@/features/invite/InviteRedirectScreen')).InviteRedirectScreen),
    },
    {
      path: '/sign-up',
      ...screen(async () => (await import('@/features/signIn/SignUpScreen')).SignUpScreen),
    },
    {
      Component: speaking(RequireSession),
      children: [
        {
          path: '/app/configure',
          ...screen(async () => (await import('@/features/onboarding/OnboardingScreen')).OnboardingScreen),
        },
        {
          path: '/app/card/:id',
          ErrorBoundary: CrashScreen,
          ...screen(async () => (await import('@/features/jobCard/JobCardScreen')).JobCardScreen),
        },
        {
          Component: speaking(Shell),
          children: inside.map((route) => ({ ErrorBoundary: CrashScreen, ...route })),
        },
      ],
    },
  ],
};

export const routes: RouteObject[] = [
  {
    HydrateFallback: LoadingScreen,
    errorElement: <CrashScreen alone />,
    children: [
      {
        path: '/',
        ...screen(async () => (await import('@/features/landing/LandingScreen')).LandingScreen, bare),
      },
      framed,
      {
        path: '*',
        ...screen(async () => {
          const { NotFoundScreen } = await import('./NotFoundScreen');
          return () => <NotFoundScreen alone />;
        }, bare),
      },
    ],
  },
];

export const router = createBrowserRouter(routes);
