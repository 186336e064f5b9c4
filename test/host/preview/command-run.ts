import type { ComponentType } from "react";
import type { World } from "../command/host";
import type { HostedCommand } from "../command/hosted-command";
import { launchProps } from "../command/launch-props";
import { RunningCommand } from "../command/running-command";
import { RunningMenuBar } from "../command/running-menu-bar";
import { RunningNoView } from "../command/running-no-view";
import type { Deed } from "../frame/deed";
import { describeMenuBar } from "../frame/describe-menu-bar";
import { describeMessages } from "../frame/describe-messages";
import { describeStage } from "../frame/describe-stage";
import { doDeed, doMenuDeed } from "../frame/do-deed";
import type { Stage } from "../frame/frame";
import type { Look } from "../frame/look";
import { optional } from "../frame/optional";
import { doMessageDeed } from "../frame/press";
import type { Picture, WorkerLaunch } from "./worker-protocol";

/** A command of any mode that runs. */
export interface CommandRun {
  readonly command: HostedCommand;
  /** What a person sees of it now. */
  picture(look: Look): Picture;
  do(deed: Deed): void;
}

/** Starts a command in the way of its mode. */
export function startCommand(main: ComponentType<never>, launched: WorkerLaunch, world: World): CommandRun {
  const props = launchProps(world, launched.arguments, launched.request.fallbackText);
  switch (launched.mode) {
    case "view": {
      const command = new RunningCommand(main, props, world);
      return {
        command,
        picture: (look) => ({ type: "stage", stage: describeStage(command, look) }),
        do: (deed) => doDeed(command, deed),
      };
    }
    case "no-view": {
      const command = new RunningNoView((given): unknown => Reflect.apply(main, undefined, [given]), props, world);
      return {
        command,
        picture: (look) => ({ type: "stage", stage: messages(command, look) }),
        do: (deed) => {
          if (deed.type === "toast" || deed.type === "alert") command.tryAct(() => doMessageDeed(command, deed));
        },
      };
    }
    case "menu-bar": {
      const command = new RunningMenuBar(main, props, world);
      return {
        command,
        picture: (look) => ({ type: "menu", ...optional("entry", describeMenuBar(command, look)) }),
        do: (deed) => {
          if (deed.type === "menuBar") doMenuDeed(command, deed);
        },
      };
    }
  }
}

/** A no-view command shows nothing but its messages. */
const messages = ({ host }: RunningNoView, look: Look): Stage => ({
  title: look.title,
  ...optional("icon", look.icon),
  canGoBack: true,
  screenKeys: [],
  ...describeMessages(host, look),
});
