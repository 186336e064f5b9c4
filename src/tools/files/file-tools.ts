import type { Tool } from "../../agent/tool/tool";
import { createFileTool } from "./create-file";
import type { FileServices } from "./file-services";
import { getFileInfoTool } from "./get-file-info";
import { listFolderTool } from "./list-folder";
import { moveToTrashTool } from "./move-to-trash";
import { openFileTool } from "./open-file";
import { readFileTool } from "./read-file";
import { searchFilesTool } from "./search-files";

/** The tools for files and folders, in the order in which models and people see them. */
export function fileTools(services: FileServices): Tool[] {
  return [
    searchFilesTool(services),
    readFileTool(services),
    listFolderTool(services),
    getFileInfoTool(services),
    openFileTool(services),
    createFileTool(services),
    moveToTrashTool(services),
  ];
}
