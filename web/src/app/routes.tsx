/** Every address of the web app. Screens load when they are first visited. */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { LoadingScreen } from '@/ui/feedback/LoadingScreen';

import { AppFrame } from './AppFrame';
import { CrashScreen } from './CrashScreen';
import { lazyScreen, listResources, noResources, withLanguage } from './lazyScreen';
import { prefetchAccount } from './prefetchAccount';
import { RequireSession } from './RequireSession';
import { Shell } from './Shell';
import { signedInRoutes } from './signedInRoutes';

/** The pages that need the rules and the component library; only the first list renders without the rules. */
const framed: RouteObject = {
  lazy: async () => {
    await Promise.all([listResources(), prefetchAccount(window.location.pathname)]);
    return { Component: withLanguage(AppFrame) };
  },
  children: [
    {
      path: '/sign-in',
      ...lazyScreen(async () => (await import('@/features/accounts/signIn/SignInScreen')).SignInScreen),
    },
    {
      path: '/signed-in',
      ...lazyScreen(async () => (await import('@/features/accounts/signIn/SignedInScreen')).SignedInScreen),
    },
    {
      path: '/forgot-password',
      ...lazyScreen(
        async () => (await import('@/features/accounts/signIn/ForgotPasswordScreen')).ForgotPasswordScreen,
      ),
    },
    {
      path: '/reset-password',
      ...lazyScreen(
        async () => (await import('@/features/accounts/signIn/ResetPasswordScreen')).ResetPasswordScreen,
      ),
    },
    {
      path: '/verify-email',
      ...lazyScreen(
        async () => (await import('@/features/accounts/signIn/VerifyEmailScreen')).VerifyEmailScreen,
      ),
    },
    {
      path: '/invite/:invitationId',
      ...lazyScreen(
        async () => (await import('@/features/companies/acceptInvitation/InviteScreen')).InviteScreen,
      ),
    },
    {
      path: '/c/:slug',
      ...lazyScreen(
        async () => (await import('@/features/companies/publicPage/WebPageScreen')).WebPageScreen,
      ),
    },
    {
      path: '/inviteredirect',
      ...lazyScreen(
        async () =>
          (await import('@/features/companies/acceptInvitation/InviteRedirectScreen')).InviteRedirectScreen,
      ),
    },
    {
      path: '/sign-up',
      ...lazyScreen(async () => (await import('@/features/accounts/signIn/SignUpScreen')).SignUpScreen),
    },
    {
      Component: withLanguage(RequireSession),
      children: [
        {
          path: '/app/configure',
          ...lazyScreen(
            async () => (await import('@/features/companies/onboarding/OnboardingScreen')).OnboardingScreen,
          ),
        },
        {
          path: '/app/card/:id',
          ErrorBoundary: CrashScreen,
          ...lazyScreen(async () => (await import('@/features/jobs/card/JobCardScreen')).JobCardScreen),
        },
        {
          Component: withLanguage(Shell),
          children: signedInRoutes.map((route) => ({ ErrorBoundary: CrashScreen, ...route })),
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
        ...lazyScreen(
          async () => (await import('@/features/landing/LandingScreen')).LandingScreen,
          noResources,
        ),
      },
      framed,
      {
        path: '*',
        ...lazyScreen(async () => {
          const { NotFoundScreen } = await import('./NotFoundScreen');
          return () => <NotFoundScreen alone />;
        }, noResources),
      },
    ],
  },
];

export const router = createBrowserRouter(routes);
