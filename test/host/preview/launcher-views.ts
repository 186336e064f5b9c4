import { isCollection } from "../command/collection";
import { typeSearch } from "../command/collection-state";
import type { RunningCommand } from "../command/running-command";
import { viewOf } from "../command/screen";
import type { Deed } from "../frame/deed";
import { describeStage } from "../frame/describe-stage";
import { doDeed } from "../frame/do-deed";
import type { Stage } from "../frame/frame";
import type { Look } from "../frame/look";
import { errorObject } from "./error-object";
import type { Command } from "./extension";
import type { LaunchRequest } from "./launch-request";
import type { LauncherServices } from "./launcher/services";
import { startBeforeLaunch, startLauncher, startPreferences } from "./launcher/start-launcher";

/** Raycast's own views: the root search, and a form that may be over whatever is in the window. */
export interface LauncherViews {
  /** Whether a form is in front: preferences, or what a command lacks. */
  readonly hasForm: boolean;
  stage(look: Omit<Look, "title" | "canGoBack">): Stage;
  do(deed: Deed): void;
  /** Puts the form in front for what a command lacks; false for one that lacks nothing. */
  askBeforeLaunch(request: LaunchRequest): boolean;
  openPreferences(command: Command | undefined): void;
  closeForm(): void;
  /** Empties the bar of the root search, also while something is over it. */
  clearRootSearch(): void;
  /** Takes away what crashed; false when nothing did. */
  leaveCrash(): boolean;
}

interface Around extends Omit<LauncherServices, "launch"> {
  /** A person wants a command that has all that it needs. */
  launch: (request: LaunchRequest) => void;
  changed: () => void;
  /** A person left the root search. */
  left: () => void;
  /** For the terminal. */
  say: (line: string) => void;
}

/** Starts with the root search. */
export function launcherViews({ launch, changed, left, say, ...around }: Around): LauncherViews {
  let wanted: LaunchRequest | undefined;
  const services: LauncherServices = {
    ...around,
    // It is called from within the view, which must be done before it can end.
    launch: (request) => {
      wanted = request;
      queueMicrotask(launchWanted);
    },
  };
  let root = watched(startLauncher(services));
  let form: RunningCommand | undefined;

  function watched(view: RunningCommand): RunningCommand {
    view.subscribe(() => {
      if (view.hasEnded) ended(view);
      changed();
    });
    return view;
  }
  function ended(view: RunningCommand): void {
    if (view === form) form = undefined;
    if (view !== root) return;
    root = watched(startLauncher(services));
    left();
  }
  function setForm(next: RunningCommand | undefined): void {
    const before = form;
    form = next && watched(next);
    close(before);
  }
  function renewRoot(): void {
    const before = root;
    root = watched(startLauncher(services));
    close(before);
  }
  function launchWanted(): void {
    const request = wanted;
    if (!request) return;
    wanted = undefined;
    setForm(undefined);
    // Who comes back finds it empty, as in Raycast.
    renewRoot();
    try {
      launch(request);
    } catch (error) {
      // Nobody is there who could take it.
      say(errorObject(error).message);
    }
  }

  return {
    get hasForm() {
      return form !== undefined;
    },
    stage: (look) => describeStage(form ?? root, { ...look, title: "Raycast Preview", canGoBack: form !== undefined }),
    do(deed) {
      doDeed(form ?? root, deed);
      // At once: the next deed is for what was launched.
      launchWanted();
    },
    askBeforeLaunch(request) {
      const next = startBeforeLaunch(services, request);
      if (next) setForm(next);
      return next !== undefined;
    },
    openPreferences: (command) => setForm(startPreferences(services, command)),
    closeForm: () => setForm(undefined),
    clearRootSearch() {
      const [screen] = root.screens;
      const view = screen && viewOf(screen);
      if (view && isCollection(view)) root.tryAct(() => typeSearch(view, ""));
    },
    leaveCrash() {
      if (!(form ?? root).failure) return false;
      if (form) setForm(undefined);
      else renewRoot();
      return true;
    },
  };
}

// One that failed would throw its error once more.
function close(view: RunningCommand | undefined): void {
  if (!view?.failure) view?.close();
}
