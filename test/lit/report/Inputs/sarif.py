# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sarif.py LOG: a digest of a SARIF log.

    root URI
    level rule URI:LINE:COLUMN-COLUMN "MARKED TEXT"     one for each result
      message TEXT
      thread ID: ORDER URI:LINE MESSAGE | ...
      related ID URI:LINE
      fix in URI URI
    notification LEVEL ID URI: TEXT
"""
import json
import sys


def place(physical):
    region = physical.get("region", {})
    return f"{physical['artifactLocation']['uri']}:{region.get('startLine')}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        run = json.load(file)["runs"][0]
    print("root", run["originalUriBaseIds"]["SRCROOT"]["uri"])
    for result in run["results"]:
        where = result["locations"][0]["physicalLocation"]
        region = where["region"]
        print(result["level"], result["ruleId"], place(where) +
              f":{region['startColumn']}-{region['endColumn']}",
              json.dumps(region.get("snippet", {}).get("text"), ensure_ascii=False))
        print("  message", result["message"]["text"])
        for thread in result["codeFlows"][0]["threadFlows"]:
            print(f"  thread {thread.get('id', '-')}:", " | ".join(
                f"{step['executionOrder']} {place(step['location']['physicalLocation'])}"
                f" {step['location']['message']['text']}"
                for step in thread["locations"]))
        for related in result.get("relatedLocations", []):
            print("  related", related["id"], place(related["physicalLocation"]))
        for fix in result.get("fixes", []):
            print("  fix in", *(change["artifactLocation"]["uri"]
                                for change in fix["artifactChanges"]))
    for note in run["invocations"][0]["toolExecutionNotifications"]:
        uris = [where["physicalLocation"]["artifactLocation"]["uri"]
                for where in note.get("locations", [])]
        print("notification", note["level"], note["descriptor"]["id"],
              *uris, "-", note["message"]["text"])


sys.stdout.reconfigure(encoding="utf-8")
main()
