/** The Mantine theme in Ridgeline's colors and sizes. Styles use the tokens; palettes and defaults are here. */
import {
  type ActionIconProps,
  type BadgeProps,
  type ButtonProps,
  type CheckboxProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type PopoverProps,
  type SkeletonProps,
  type TooltipProps,
  type VariantColorsResolver,
} from '@mantine/core';

const tuple = (shades: string) => shades.split(' ') as unknown as MantineColorsTuple;

const copper = tuple('#FFF4ED #FFE5D5 #FDC9A9 #FAA574 #F58442 #F0732E #D8540F #BC400C #98330B #7A2A0C');
const slate = tuple('#F7F9FA #EEF2F4 #E2E8EC #D3DBE1 #B9C5CE #7E8D99 #5F6F7C #4D5C69 #2B3944 #17212A');
const dark = tuple('#E9EEF2 #C6D0D8 #A3B1BD #8494A2 #3A4A57 #2B3945 #202C36 #17212A #10181F #0B1117');
const green = tuple('#E7F5EC #CDE9D7 #A0D4B3 #6FBE8C #47AA6A #2C9453 #1F8347 #17713E #115A31 #0C4525');
const ochre = tuple('#FFF6DF #FFE9B5 #FBD680 #F6C24B #F0B02A #D79410 #AF7603 #875700 #6C4600 #523500');
const crimson = tuple('#FDECEF #FBD3DB #F5A6B6 #EE7A91 #E5526F #F2708A #CC1F49 #BE123C #990E31 #780B27');
const chalk = tuple('#EAF1FD #D2E1FA #A6C4F5 #78A5EF #5088E8 #3573E1 #2566DA #1D5FD6 #164CAD #113B87');

/** Mantine picks a label's color from the light shade in both schemes; the tokens have both colors. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input);
  const gray = input.color === 'gray';
  const bad = input.color === 'crimson' || input.color === 'red';
  const tone = bad ? 'danger' : 'accent';
  const text = bad ? 'var(--rl-danger)' : 'var(--rl-accent-text)';
  const soft = `var(--rl-${tone}-soft)`;
  switch (input.variant) {
    case 'filled':
      return gray
        ? usual
        : {
            ...usual,
            background: `var(--rl-${tone})`,
            hover: `var(--rl-${tone}-hover)`,
            color: `var(--rl-${tone}-on)`,
            border: '1px solid transparent',
          };
    case 'default':
      return {
        ...usual,
        background: 'var(--rl-surface)',
        color: 'var(--rl-text)',
        border: '1px solid var(--rl-border-strong)',
        hover: 'var(--rl-hover)',
      };
    case 'outline':
      return {
        ...usual,
        background: 'transparent',
        color: text,
        border: `1px solid var(${bad ? '--rl-danger' : '--rl-accent-line'})`,
        hover: soft,
      };
    case 'subtle':
      return {
        ...usual,
        background: 'transparent',
        color: gray ? 'var(--rl-text)' : text,
        hover: gray ? 'var(--rl-hover)' : soft,
      };
    default:
      return usual;
  }
};

/** By name, not by component, so that the theme does not import the components. */
const usual = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

const backdrop = { backgroundOpacity: 0.52, color: '#0B1117' };

export const theme = createTheme({
  variantColorResolver,
  colors: { copper, slate, gray: slate, dark, green, ochre, crimson, red: crimson, chalk },
  primaryColor: 'copper',
  primaryShade: { light: 7, dark: 5 },
  black: '#17212A',
  fontFamily: 'var(--rl-font)',
  headings: {
    fontFamily: 'var(--rl-font)',
    fontWeight: '680',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '2.125rem' },
      h2: { fontSize: '1.25rem', lineHeight: '1.625rem' },
      h3: { fontSize: '1rem', lineHeight: '1.375rem' },
      h4: { fontSize: '.875rem', lineHeight: '1.25rem' },
    },
  },
  fontSizes: { xs: '.75rem', sm: '.875rem', md: '.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.43', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '.5rem', sm: '.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '.1875rem', sm: '.25rem', md: '.375rem', lg: '.5rem', xl: '.625rem' },
  shadows: { md: 'var(--rl-popover-shadow)', lg: 'var(--rl-overlay-shadow)', xl: 'var(--rl-overlay-shadow)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: usual<ButtonProps>({ size: 'sm' }),
    ActionIcon: usual<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 36 }),
    Modal: usual<ModalProps>({ radius: 'xl', centered: true, overlayProps: backdrop }),
    Drawer: usual<DrawerProps>({ position: 'right', overlayProps: backdrop }),
    // Without this the menu would have an empty item for the initial focus.
    Menu: usual<MenuProps>({ shadow: 'md', radius: 'lg', withInitialFocusPlaceholder: false }),
    Popover: usual<PopoverProps>({ shadow: 'md', radius: 'lg' }),
    Tooltip: usual<TooltipProps>({ withArrow: true, openDelay: 250 }),
    Badge: usual<BadgeProps>({ radius: 'sm', variant: 'light' }),
    Checkbox: usual<CheckboxProps>({ size: 'sm', radius: 'sm' }),
    Skeleton: usual<SkeletonProps>({ radius: 'sm' }),
  },
});

/** The library's hover color is too dark for the dark label of a primary button in the dark scheme. */
const main = {
  '--mantine-primary-color-filled': 'var(--rl-accent)',
  '--mantine-primary-color-filled-hover': 'var(--rl-accent-hover)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...main,
    '--mantine-color-body': '#FFFFFF',
    '--mantine-color-text': '#17212A',
    '--mantine-color-dimmed': '#4D5C69',
    '--mantine-color-placeholder': '#5F6F7C',
    '--mantine-color-default-border': '#7E8D99',
    '--mantine-color-default-hover': '#F1F4F6',
    '--mantine-color-error': '#BE123C',
    '--mantine-color-anchor': '#B03A0A',
  },
  dark: {
    ...main,
    '--mantine-color-body': '#17212A',
    '--mantine-color-text': '#E9EEF2',
    '--mantine-color-dimmed': '#A3B1BD',
    '--mantine-color-placeholder': '#8C9BA8',
    '--mantine-color-default': '#1C2832',
    '--mantine-color-default-border': '#63737F',
    '--mantine-color-default-hover': '#243240',
    '--mantine-color-error': '#FF8599',
    '--mantine-color-anchor': '#FF9360',
  },
});
