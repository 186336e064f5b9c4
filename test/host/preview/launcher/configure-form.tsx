import { showToast, Toast, useNavigation } from "../../api";
import type { Command } from "../extension";
import { preferenceStates } from "../preferences";
import { PreferencesForm } from "./preferences-form";
import type { LauncherServices } from "./services";

interface Props {
  readonly services: LauncherServices;
  /** Without one, only the preferences of the whole extension. */
  readonly command?: Command;
}

/** All preferences of the extension, and of one of its commands. */
export function ConfigureForm({ services, command }: Props) {
  const { pop } = useNavigation();
  const { title } = command ?? services.extension;
  return (
    <PreferencesForm
      services={services}
      title={`${title} Preferences`}
      states={preferenceStates(services.extension, command, services.preferences())}
      submitTitle="Save"
      onSaved={() => {
        pop();
        void showToast({ style: Toast.Style.Success, title: "Preferences Saved" });
      }}
    />
  );
}
