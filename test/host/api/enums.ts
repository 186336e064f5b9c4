import type * as Raycast from "@raycast/api";
import { enumValues } from "./enum-values";

/** Raycast's colours that follow the theme. The deprecated Color.Brown is left out, so that using it shows. */
export const Color = enumValues<Omit<typeof Raycast.Color, "Brown">>({
  Blue: "raycast-blue",
  Green: "raycast-green",
  Magenta: "raycast-magenta",
  Orange: "raycast-orange",
  Purple: "raycast-purple",
  Red: "raycast-red",
  Yellow: "raycast-yellow",
  PrimaryText: "raycast-primary-text",
  SecondaryText: "raycast-secondary-text",
});

/** How a command was started. */
export const LaunchType = enumValues<typeof Raycast.LaunchType>({
  UserInitiated: "userInitiated",
  Background: "background",
});

/** What becomes of the command when the window closes. */
export const PopToRootType = enumValues<typeof Raycast.PopToRootType>({
  Default: "default",
  Immediate: "immediate",
  Suspended: "suspended",
});

/** Action.Style */
export const ActionStyle = enumValues<(typeof Raycast.Action)["Style"]>({
  Regular: "regular",
  Destructive: "destructive",
});

/** Toast.Style */
export const ToastStyle = enumValues<typeof Raycast.Toast.Style>({
  Success: "SUCCESS",
  Failure: "FAILURE",
  Animated: "ANIMATED",
});

/** Form.DatePicker.Type */
export const DatePickerType = enumValues<(typeof Raycast.Form.DatePicker)["Type"]>({
  Date: "date",
  DateTime: "date_time",
});

/** Action.PickDate.Type */
export const PickDateType = enumValues<(typeof Raycast.Action)["PickDate"]["Type"]>({
  Date: "date",
  DateTime: "date_time",
});

/** Grid.Inset */
export const GridInset = enumValues<(typeof Raycast.Grid)["Inset"]>({
  Zero: "zero",
  Small: "sm",
  Medium: "md",
  Large: "lg",
});

/** Grid.Fit */
export const GridFit = enumValues<(typeof Raycast.Grid)["Fit"]>({ Contain: "contain", Fill: "fill" });

/** The namespace of confirmAlert's options, of which only the styles are values. */
export const Alert = {
  ActionStyle: enumValues<typeof Raycast.Alert.ActionStyle>({
    Default: "default",
    Cancel: "cancel",
    Destructive: "destructive",
  }),
};

/** The namespace of images, of which only the masks are values. */
export const Image = {
  Mask: enumValues<typeof Raycast.Image.Mask>({ Circle: "circle", RoundedRectangle: "roundedRectangle" }),
};

type CommonShortcut = keyof typeof Raycast.Keyboard.Shortcut.Common;

/** The shortcuts on a Mac that Raycast's own ESLint rule prefer-common-shortcut names. */
const Common = {
  Copy: { modifiers: ["cmd", "shift"], key: "c" },
  CopyDeeplink: { modifiers: ["cmd", "shift"], key: "c" },
  CopyName: { modifiers: ["cmd", "opt"], key: "c" },
  CopyPath: { modifiers: ["cmd", "ctrl"], key: "c" },
  Save: { modifiers: ["cmd"], key: "s" },
  Duplicate: { modifiers: ["cmd", "shift"], key: "s" },
  Edit: { modifiers: ["cmd"], key: "e" },
  MoveDown: { modifiers: ["cmd", "shift"], key: "arrowDown" },
  MoveUp: { modifiers: ["cmd", "shift"], key: "arrowUp" },
  New: { modifiers: ["cmd"], key: "n" },
  Open: { modifiers: ["cmd"], key: "o" },
  OpenWith: { modifiers: ["cmd", "shift"], key: "o" },
  Pin: { modifiers: ["cmd"], key: "." },
  Refresh: { modifiers: ["cmd"], key: "r" },
  Remove: { modifiers: ["ctrl"], key: "d" },
  RemoveAll: { modifiers: ["ctrl", "shift"], key: "d" },
  ToggleQuickLook: { modifiers: ["cmd"], key: "y" },
} satisfies Record<CommonShortcut, Raycast.Keyboard.Shortcut>;

/** The namespace of shortcuts, of which only the common ones are values. */
export const Keyboard = { Shortcut: { Common } };
